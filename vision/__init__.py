"""Reading dice and cards from pictures with OpenCV.

Knows pixels and nothing of the companion, of Flask or of the games. Importing this package imports no OpenCV:
`vision.reading` is plain data, and the reading itself happens in a worker process (`python -m vision worker`).
"""

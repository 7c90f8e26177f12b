"""Dice whose faces carry pictures, digits or signs: taught once by the owner, then recognised beside pip dice.

`vision.faces.reader` reads them, `vision.faces.lesson` teaches them, `vision.faces.library` keeps them in a folder.
"""

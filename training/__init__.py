"""How the dice models are made: scenes are drawn, networks trained on them and on photos, and written as ONNX.

Development only (extra ``training``); nothing in ``vision`` imports it. The recipe, its seeds and the sources and
licences of every photo stand in ``training/README.md``.
"""

"""Panels of the page How many merges?"""

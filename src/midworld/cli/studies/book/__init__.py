"""The book walkthrough: somebody asks for another book, and gets it."""

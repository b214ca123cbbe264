"""The version of fairyscore, kept here and nowhere else; the package metadata is made from it."""

VERSION = "0.1.0"

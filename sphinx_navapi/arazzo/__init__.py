"""Arazzo descriptions: workflows whose steps call operations of other documents."""

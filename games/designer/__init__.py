"""The odds of Teen Patti, and the designer of pay tables."""

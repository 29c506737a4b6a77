from .grader import QuizGrader as QuizGrader

import { defineArrayMember, defineField, defineType } from 'sanity';
import { line, paragraph } from '../fields.ts';
import { quizResultsProblem } from '../rules/quiz.ts';

/**
 * The 60-second quiz, which has five questions and suggests a team and a stage of the journey
 * (decisions "Quiz").
 */
export const quiz = defineType({
  name: 'quiz',
  title: 'Quiz',
  type: 'document',
  icon: () => '🦦',
  fields: [
    line({ name: 'heading', title: 'Heading', max: 80 }),
    paragraph({ name: 'lead', title: 'Text above the first question', max: 240 }),
    defineField({
      name: 'questions',
      title: 'Questions',
      description:
        'The team and the stage with the most points win. If there is a tie, the younger one wins.',
      type: 'array',
      of: [defineArrayMember({ type: 'quizQuestion' })],
      validation: (rule) => rule.required().length(5).error('Enter exactly five questions.'),
    }),
    defineField({
      name: 'results',
      title: 'Results',
      description: 'One for each team, and one for when no team has any points.',
      type: 'array',
      of: [defineArrayMember({ type: 'quizResult' })],
      validation: (rule) => [
        rule.required().error('Add the results: without them the quiz has no ending.'),
        rule.custom<{ team?: string }[]>((value) => quizResultsProblem(value) ?? true),
      ],
    }),
    line({ name: 'resultKicker', title: 'Line above the result', max: 60 }),
    line({
      name: 'stageLabel',
      title: 'Text before the stage of the journey',
      description: 'A stage is Spark, Ignite, EPIC or Fire. “Level” means the levels of a team, 1 to 8.',
      max: 60,
    }),
    line({ name: 'againLabel', title: 'Button that restarts the quiz', max: 40 }),
    line({ name: 'footnote', title: 'Footnote', max: 160 }),
  ],
  preview: { prepare: () => ({ title: 'Quiz' }) },
});

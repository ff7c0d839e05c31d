import { expect, test } from 'vitest';
import { inLayer, layers } from '#build/layers.ts';

test('a style sheet is in the layer of components, and names the order of all layers', () => {
  expect(inLayer('.quiz-step {\n  gap: 8px;\n}\n')).toBe(
    '@layer theme, base, components, utilities;\n@layer components {\n.quiz-step {\n  gap: 8px;\n}\n\n}',
  );
});

test('an imported style sheet is in the same layer, and stands before the rules', () => {
  expect(inLayer(".camp-tier { gap: 8px }\n@import '../chips.css';\n")).toMatch(
    /^@layer theme.*\n@import '\.\.\/chips\.css' layer\(components\);\n@layer components \{\n\.camp-tier/,
  );
});

test.each([
  ['/work/src/features/quiz/quiz.css', true],
  ['/work/src/ui/toast.css?inline', true],
  ['/work/src/layouts/foot-line.css', true],
  ['/work/src/styles/app.css', false],
  ['/work/src/features/quiz/quiz.ts', false],
])('only our own style sheets of components are put into the layer: %s', (id, isOurs) => {
  const { transform } = layers();
  const filter = typeof transform === 'object' ? transform.filter?.id : undefined;
  expect(filter instanceof RegExp && filter.test(id)).toBe(isOurs);
});

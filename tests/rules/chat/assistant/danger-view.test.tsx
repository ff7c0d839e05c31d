import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { messages } from '#features/chat/assistant/messages.ts';
import { TurnView } from '#features/chat/assistant/TurnView.tsx';

const draw = (whatsapp: string | null, dutyPhone: string | null = null) => {
  const shown = { note: messages.danger, parts: [], more: [], nextStep: null, danger: true };
  const turn = { id: 1, question: 'he hit his head', state: 'answered' as const, shown };
  return renderToStaticMarkup(
    <TurnView turn={turn} whatsapp={whatsapp} dutyPhone={dutyPhone} onAgain={() => undefined} />,
  );
};

test('an emergency shows 995 and our number as links, and no chat', () => {
  const html = draw('+65 8000 0000');
  expect(html).toContain('role="alert"');
  expect(html).toContain(messages.danger);
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    'tel:995',
    'tel:+6580000000',
  ]);
  expect(html).not.toContain('wa.me');
  expect(html).not.toContain('<button');
});

test('an emergency shows the duty phone if the content has one', () => {
  const html = draw('+65 8000 0000', '+65 8000 0995');
  expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    'tel:995',
    'tel:+6580000995',
  ]);
});

test('an emergency shows 995 even if our number is unknown', () => {
  expect([...draw(null).matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(['tel:995']);
});

// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import '#ui/sections/faq-list.ts';
import { find, showPage } from '#support/unit/page.ts';

beforeEach(() => {
  showPage(`<faq-list class="questions less"><details class="question" open></details>
    <details class="question later"></details>
    <button aria-expanded="false" data-more="All of them" data-less="Fewer">All of them</button></faq-list>`);
});
const state = () => [
  find('faq-list').className,
  find('button').textContent,
  find('button').getAttribute('aria-expanded'),
];

it('shows all questions, and hides them again', () => {
  find('button').click();
  expect(state()).toEqual(['questions', 'Fewer', 'true']);
  find('button').click();
  expect(state()).toEqual(['questions less', 'All of them', 'false']);
});

it('closes an answer that is hidden, and keeps the others open', () => {
  find('button').click();
  find('.later').setAttribute('open', '');
  find('button').click();
  expect([...document.querySelectorAll('details')].map((one) => one.hasAttribute('open'))).toEqual([
    true,
    false,
  ]);
});

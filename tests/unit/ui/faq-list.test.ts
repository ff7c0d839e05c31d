// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import '#ui/sections/faq-list.ts';
import { find, showPage } from '#support/unit/page.ts';

beforeEach(() => {
  showPage(`<faq-list class="questions less"><details class="question" open></details>
    <div class="later" hidden="until-found"><details class="question" id="last"></details></div>
    <button aria-expanded="false" data-more="All of them" data-less="Fewer">All of them</button></faq-list>`);
});
const state = () => [
  find('faq-list').className,
  find('button').textContent,
  find('button').getAttribute('aria-expanded'),
  find('.later').getAttribute('hidden'),
];

it('shows all questions, and hides them again', () => {
  find('button').click();
  expect(state()).toEqual(['questions', 'Fewer', 'true', null]);
  find('button').click();
  expect(state()).toEqual(['questions less', 'All of them', 'false', 'until-found']);
});

it('closes an answer that is hidden, and keeps the others open', () => {
  find('button').click();
  find('#last').setAttribute('open', '');
  find('button').click();
  expect([...document.querySelectorAll('details')].map((one) => one.hasAttribute('open'))).toEqual([
    true,
    false,
  ]);
});

it('shows all questions when the browser’s search finds a word in a hidden one', () => {
  find('.later').dispatchEvent(new Event('beforematch', { bubbles: true }));
  expect(state()).toEqual(['questions', 'Fewer', 'true', null]);
});

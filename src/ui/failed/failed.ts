import { failedWords } from './words.ts';

/** In place of what could not come: what happened, and the way on. Plain, for pages whose framework did not come. */
export function sayFailed(root: Element, words: string = failedWords.load): void {
  root.replaceChildren();
  // The heading of a page whose own went with what did not come.
  const text = document.createElement(document.querySelector('h1') ? 'p' : 'h1');
  text.textContent = words;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button line';
  button.textContent = failedWords.refresh;
  button.addEventListener('click', () => location.reload());
  const box = document.createElement('div');
  box.className = 'failed';
  box.setAttribute('role', 'alert');
  box.append(text, button);
  root.replaceChildren(box);
}

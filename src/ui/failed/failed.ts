import { failedMessages } from './messages.ts';

/** Shows that a part of the page failed. It does not use the framework, because that may be what failed. */
export function showFailed(root: Element, words: string = failedMessages.load): void {
  root.replaceChildren();
  // If the failed part contained the page's heading, the message becomes the heading.
  const text = document.createElement(document.querySelector('h1') ? 'p' : 'h1');
  text.textContent = words;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button line';
  button.textContent = failedMessages.refresh;
  button.addEventListener('click', () => location.reload());
  const box = document.createElement('div');
  box.className = 'failed';
  box.setAttribute('role', 'alert');
  box.append(text, button);
  root.replaceChildren(box);
}

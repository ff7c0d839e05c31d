import { suggestEmail } from './suggest-email.ts';
import { meantMessages } from './messages.ts';

/** Offers corrections like `EmailField`, even for an address that was typed before this script loaded. */
export function offerEmailFixes(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type="email"]')) offerEmailFix(input);
}

function offerEmailFix(input: HTMLInputElement): void {
  const note = document.createElement('p');
  note.className = 'field-note';
  note.role = 'status';
  const button = document.createElement('button');
  button.type = 'button';
  input.after(note);
  const ask = () => {
    const { value } = input;
    void suggestEmail(value).then((meant) => {
      if (input.value !== value) return;
      button.textContent = meant;
      note.replaceChildren(...(meant === null ? [] : [`${meantMessages} `, button]));
    });
  };
  input.addEventListener('change', ask);
  if (input.value !== '' && input !== document.activeElement) ask();
  button.addEventListener('click', () => {
    input.value = button.textContent;
    note.replaceChildren();
    input.focus();
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

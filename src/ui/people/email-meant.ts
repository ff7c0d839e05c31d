import { meantBy } from './meant-by.ts';
import { meantMessages } from './messages.ts';

/**
 * Offers the same correction as `EmailField` for each address of a form that is static HTML, including an address
 * typed before this script loaded.
 */
export function askEmails(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type="email"]')) askEmail(input);
}

function askEmail(input: HTMLInputElement): void {
  const note = document.createElement('p');
  note.className = 'field-note';
  note.role = 'status';
  const mend = document.createElement('button');
  mend.type = 'button';
  input.after(note);
  const ask = () => {
    const { value } = input;
    void meantBy(value).then((meant) => {
      if (input.value !== value) return;
      mend.textContent = meant;
      note.replaceChildren(...(meant === null ? [] : [`${meantMessages} `, mend]));
    });
  };
  input.addEventListener('change', ask);
  if (input.value !== '' && input !== document.activeElement) ask();
  mend.addEventListener('click', () => {
    input.value = mend.textContent;
    note.replaceChildren();
    input.focus();
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

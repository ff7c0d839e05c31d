import { signInPath } from '../../config/paths.ts';
import { isOffline } from '../../browser/online.ts';
import { hideToast, showToast } from '../../ui/toast.ts';
import { findParent, readChildren, type Child, type Parent } from './api.ts';
import { buyPass } from './buy.ts';
import { messages } from './messages.ts';
import { openTab } from './tab.ts';

type Part = 'children' | 'none' | 'signIn';

interface Asked {
  passType: string;
  parent: Parent;
}
/** What each dialog asks at the moment. */
const asked = new WeakMap<HTMLDialogElement, Asked>();
const started = new WeakSet<HTMLDialogElement>();

/** Somebody signed in pressed a pass's button: asks for which child, and goes on from there. */
export async function askForChild(dialog: HTMLDialogElement, button: HTMLAnchorElement): Promise<void> {
  if (button.hasAttribute('aria-busy')) return;
  if (!started.has(dialog)) start(dialog);
  started.add(dialog);
  hideToast();
  setBusy(button, true);
  const parent = await findParent();
  const children = parent ? await readChildren(parent) : null;
  setBusy(button, false);
  if (dialog.open) return;
  if (children && !children.ok && children.code !== 'unauthorized') {
    showToast(isOffline() ? messages.offline : messages.notRead, 'bad');
    return;
  }
  const { pass = '', name = '', checkout = '', ending = '' } = button.dataset;
  const heading = dialog.querySelector('h2');
  if (heading) heading.textContent = messages.heading(name);
  const end = dialog.querySelector('[data-ending]');
  if (end) end.textContent = ending;
  for (const link of dialog.querySelectorAll<HTMLAnchorElement>('[data-other]')) link.href = checkout;
  for (const link of dialog.querySelectorAll<HTMLAnchorElement>('[data-visitor]')) link.href = button.href;
  for (const link of dialog.querySelectorAll<HTMLAnchorElement>('[data-sign-in]'))
    link.href = signInPath(location.pathname);
  if (parent && children?.ok) {
    asked.set(dialog, { passType: pass, parent });
    fillNames(dialog, children.value);
    showPart(dialog, children.value.length > 0 ? 'children' : 'none');
  } else showPart(dialog, 'signIn');
  dialog.showModal();
  heading?.focus();
}

function start(dialog: HTMLDialogElement): void {
  const form = dialog.querySelector('form');
  const send = form?.querySelector<HTMLButtonElement>('[type="submit"]');
  /** Of the checkout that is being made: one whose dialog was closed meanwhile opens nothing any more. */
  let turn = 0;

  async function submit(): Promise<void> {
    const wish = asked.get(dialog);
    const childId = form?.querySelector<HTMLInputElement>('input:checked')?.value;
    if (!wish || !send || childId === undefined || send.hasAttribute('aria-busy')) return;
    const mine = ++turn;
    hideToast();
    setBusy(send, true);
    const outcome = await buyPass({ passType: wish.passType, childId }, wish.parent, {
      openTab,
      go: (url) => location.assign(url),
      wanted: () => mine === turn,
    });
    if (mine !== turn) return;
    setBusy(send, false);
    if (outcome.is === 'opened') {
      dialog.close();
      showToast(messages.opened, 'good');
    } else if (outcome.is === 'refused') {
      if (outcome.signIn) showPart(dialog, 'signIn');
      showToast(outcome.text, 'bad');
    }
  }

  form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  dialog.addEventListener('close', () => {
    turn++;
    // Not one over the page: that checkout is on its way.
    hideToast(dialog);
    if (send) setBusy(send, false);
  });
}

function showPart(dialog: HTMLDialogElement, part: Part): void {
  for (const one of dialog.querySelectorAll<HTMLElement>('[data-part]'))
    one.hidden = one.dataset['part'] !== part;
}

/** The first one is chosen already, so that one child is one press. */
function fillNames(dialog: HTMLDialogElement, children: readonly Child[]): void {
  const choices = children.map(({ id, name }, index) => {
    const choice = document.createElement('label');
    const input = document.createElement('input');
    Object.assign(input, { type: 'radio', name: 'child', value: id, checked: index === 0 });
    choice.append(input, name);
    return choice;
  });
  dialog.querySelector('[data-names]')?.replaceChildren(...choices);
}

function setBusy(button: HTMLElement, busy: boolean): void {
  button.querySelector('.spinner')?.remove();
  if (!busy) {
    button.removeAttribute('aria-busy');
    button.removeAttribute('aria-disabled');
    return;
  }
  button.setAttribute('aria-busy', 'true');
  button.setAttribute('aria-disabled', 'true');
  const spinner = document.createElement('span');
  spinner.className = 'spinner';
  spinner.setAttribute('aria-hidden', 'true');
  button.prepend(spinner);
}

/** The script of an enquiry comes when somebody touches the form, or has something to go on with. */
export function startLate(form: HTMLFormElement, goOn: boolean): void {
  let asked: Promise<boolean> | undefined;
  const start = () => (asked ??= load());
  form.noValidate = true;
  form.addEventListener('focusin', () => void start(), { once: true });
  form.addEventListener('submit', again);
  if (goOn) void start();

  async function load(): Promise<boolean> {
    try {
      const { startEnquiry } = await import('./enquiry-form.ts');
      form.removeEventListener('submit', again);
      startEnquiry(form);
      return true;
    } catch {
      asked = undefined;
      return false;
    }
  }

  /** Sent before the script was there: it comes, and sends then. */
  function again(event: Event): void {
    event.preventDefault();
    void start().then((ready) => {
      if (ready) form.requestSubmit();
      else form.querySelector<HTMLElement>('[data-late]')?.removeAttribute('hidden');
    });
  }
}

// The choices of a privacy page; what keeps an answer is fetched with them.
const form = document.querySelector<HTMLFormElement>('form[data-consent]');
if (form) void import('./consent.ts').then(({ showChoices }) => showChoices(form)).catch(() => undefined);

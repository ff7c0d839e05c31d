/* This script runs first, so that the token is neither in the address of the sign-in page nor in a screenshot. Nobody
   can use it without the e-mail account that received it. */
const { key = '', to } = document.currentScript?.dataset ?? {};
const [, token] = /^#invitation=([0-9a-f]{32})$/.exec(location.hash) ?? [];
if (token)
  try {
    localStorage.setItem(key, JSON.stringify({ token, at: Date.now(), to }));
    history.replaceState(history.state, '', location.pathname + location.search);
  } catch {
    // The browser blocks storage, so the token stays in the address.
  }

export {};

/**
 * Runs in the page before anything else: the token of an invitation leaves the address at once, so that neither the
 * sign-in's address nor a picture of the screen carries it, and waits here until the invited is signed in, in whichever
 * tab. It opens nothing without the address that it was sent to. `data-key`: its name in the storage.
 */
export const invitationScript =
  "(()=>{const t=/^#invitation=([0-9a-f]{32})$/.exec(location.hash);if(!t)return;try{localStorage.setItem(document.currentScript.dataset.key,JSON.stringify({token:t[1],at:Date.now()}));history.replaceState(history.state,'',location.pathname+location.search)}catch{}})()";

/** Settings of the inline script that requests the family's data before other scripts have loaded. */
export interface EarlyFamily {
  key: string;
  url: string;
  timeoutMs: number;
  freshMs: number;
  refreshS: number;
  authKey: string;
  keptKey: string;
  /** Address of the sign-in page; the current address is appended. */
  signIn: string;
}

/**
 * Inline script that runs before any file has loaded (`data-ask`, an EarlyFamily). A visitor who is not signed in is
 * redirected at once. For a member it requests the dashboard, unless this browser's saved copy is fresh; api/early.ts
 * uses the answer.
 */
export const earlyFamily = [
  '(()=>{const {key,url,timeoutMs,freshMs,refreshS,authKey,keptKey,signIn}=JSON.parse(document.currentScript.dataset.ask);',
  'const read=k=>{try{return JSON.parse(localStorage.getItem(k))}catch{}};let s;',
  'try{if(localStorage.getItem(authKey)===null)return location.replace(signIn+encodeURIComponent(location.pathname+location.search+location.hash))}catch{return}',
  's=read(authKey);if(!s||!s.access_token||s.expires_at-Date.now()/1e3<refreshS)return;',
  "const k=read(keptKey),n=performance.getEntriesByType('navigation')[0];",
  "if(k&&s.user&&k.userId===s.user.id&&Date.now()-k.at<freshMs&&!(n&&n.type==='reload'))return;",
  '(window.askedEarly??={})[url+s.access_token]=fetch(url,{method:"POST",body:"{}",headers:{apikey:key,',
  "authorization:'Bearer '+s.access_token,'content-type':'application/json'},signal:AbortSignal.timeout(timeoutMs)});",
  'window.askedEarly[url+s.access_token].catch(()=>0)})()',
].join('');

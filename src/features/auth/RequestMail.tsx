import { EmailForm } from './EmailForm.tsx';
import { forgottenMessages, linkMessages, messages } from './messages.ts';
import type { SignInMail } from './model.ts';
import type { Auth } from './store.ts';

export const RequestMail = ({ auth, mail }: { auth: Auth; mail: Exclude<SignInMail, 'signup'> }) => (
  <EmailForm
    auth={auth}
    words={mail === 'recovery' ? forgottenMessages : linkMessages}
    label={messages.email}
    onSubmit={() => void auth.requestMail(mail)}
  />
);

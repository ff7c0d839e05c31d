import { EmailForm } from '../EmailForm.tsx';
import type { Auth } from '../store.ts';
import { organisationMessages as words } from './messages.ts';
import { domainIn, signInByOrganisation } from './organisation.ts';

/** Asks for an address whose domain identifies the organisation. The other part of the address is not sent. */
export default function Organisation({ auth }: { auth: Auth }) {
  const openProvider = () => {
    const domain = domainIn(auth.$email.get());
    if (domain === null) auth.refuse({ text: words.emailForm, field: 'email' });
    else void auth.attempt(() => signInByOrganisation(domain, (url) => location.assign(url)));
  };
  return <EmailForm auth={auth} words={words} label={words.email} onSubmit={openProvider} />;
}

import type { Auth } from '../store.ts';
import { ScreenLink } from '../ScreenLink.tsx';
import { organisationMessages } from './messages.ts';

export default function OrganisationLink({ auth }: { auth: Auth }) {
  return (
    <ScreenLink auth={auth} to="organisation" wide>
      {organisationMessages.open}
    </ScreenLink>
  );
}

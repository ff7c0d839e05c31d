import type { Auth } from '../store.ts';
import { Way } from '../Way.tsx';
import { organisationMessages } from './messages.ts';

export default function OrganisationWay({ auth }: { auth: Auth }) {
  return (
    <Way auth={auth} to="organisation" wide>
      {organisationMessages.open}
    </Way>
  );
}

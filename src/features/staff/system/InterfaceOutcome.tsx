import { useStore } from '@nanostores/react';
import { errorText } from '#api/error-text.ts';
import { freshSignInPath } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import { interfaceMessages, interfaceRefusals, webhookMessages } from './interface-messages.ts';
import type { Interfaces } from './interfaces.ts';

/** What came of the last press, if its button is in this place. */
export function InterfaceOutcome({ interfaces, place }: { interfaces: Interfaces; place: string }) {
  const last = useStore(interfaces.$outcome);
  const outcome = last?.place === place ? last : null;
  return (
    <>
      <OutcomeNotice
        outcome={outcome}
        done={({ what }) => webhookMessages.done[what]}
        refused={({ code }) => errorText(code, interfaceRefusals)}
      />
      {outcome?.state === 'refused' && outcome.code === 'sign_in_again' && (
        <ButtonLink kind="line" small href={freshSignInPath(`${location.pathname}${location.search}`)}>
          {interfaceMessages.signInAgain}
        </ButtonLink>
      )}
    </>
  );
}

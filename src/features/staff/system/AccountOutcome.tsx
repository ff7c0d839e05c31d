import { errorText } from '#api/error-text.ts';
import { freshSignInPath } from '#config/paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { OutcomeNotice } from '#ui/kit/OutcomeNotice.tsx';
import type { Outcome } from './accounts.ts';
import { accountMessages, accountRefusals } from './messages.ts';

/** What came of the last press. The list is long, so this is shown in the row of the button, if there is one. */
export const AccountOutcome = ({ outcome }: { outcome: Outcome | null }) => (
  <>
    <OutcomeNotice outcome={outcome} done={accountMessages.done} refused={refusedMessage} />
    {outcome?.state === 'refused' && outcome.code === 'sign_in_again' && (
      <ButtonLink kind="line" small href={freshSignInPath(`${location.pathname}${location.search}`)}>
        {accountMessages.signInAgain}
      </ButtonLink>
    )}
  </>
);

const refusedMessage = async ({ code, email }: Extract<Outcome, { state: 'refused' }>): Promise<string> =>
  code === 'account_not_found' ? accountMessages.unknown(email) : errorText(code, accountRefusals);

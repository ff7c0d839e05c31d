import type { FamilyOutstanding } from '#contract/family-privacy.ts';
import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Confirm } from '#ui/Confirm.tsx';
import { Field } from '#ui/Field.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { Erase } from './erase.ts';
import { ERASE_WORD, eraseMessages, outstandingText } from './messages.ts';

/**
 * Asks for a word, so that nobody erases a family by accident. The parent must also explicitly give up what we owe
 * them.
 */
export function EraseConfirm({
  erase,
  outstanding,
}: {
  erase: Erase;
  outstanding: readonly FamilyOutstanding[];
}) {
  const typedWord = useStore(erase.$typed);
  const gaveUp = useStore(erase.$gaveUp);
  const busy = useStore(erase.$busy);
  const outcome = useStore(erase.$outcome);
  const missingSignIn = useStore(erase.$lacks);
  const hasOutstanding = outstanding.length > 0;
  return (
    <Confirm
      title={eraseMessages.ask}
      yes={eraseMessages.yes}
      no={eraseMessages.no}
      busy={busy}
      mayYes={erase.mayErase(typedWord, gaveUp, hasOutstanding)}
      onYes={() => void erase.erase(hasOutstanding)}
      onNo={() => erase.setConfirming(false)}
    >
      {hasOutstanding && (
        <div>
          <b>{eraseMessages.owedTitle}</b>
          <ul className="privacy-ahead stack mt-2 gap-2">
            {outstanding.map((item, index) => (
              <li key={index}>{outstandingText(item)}</li>
            ))}
          </ul>
          <Checkbox
            id="give-up"
            checked={gaveUp}
            onChange={(event) => erase.$gaveUp.set(event.target.checked)}
          >
            {eraseMessages.acceptLoss}
          </Checkbox>
        </div>
      )}
      <Field
        id="erase-word"
        label={eraseMessages.type(ERASE_WORD)}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={20}
        value={typedWord}
        onChange={(event) => erase.$typed.set(event.target.value)}
      />
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {missingSignIn !== null && (
        <Notice
          tone="warn"
          actions={
            <Button kind="solid" small onClick={erase.signInAgain}>
              {eraseMessages.signIn}
            </Button>
          }
        >
          {missingSignIn === 'recent' ? eraseMessages.signInAgain : eraseMessages.factor}
        </Notice>
      )}
    </Confirm>
  );
}

import type { PrivacyReceipt } from '#contract/family-privacy.ts';
import { useStore } from '@nanostores/react';
import { paths } from '#config/paths.ts';
import { Button } from '#ui/Button.tsx';
import type { Erase } from './erase.ts';
import { EraseConfirm } from './EraseConfirm.tsx';
import { aheadMessages, eraseAccountMessages, eraseMessages, staysMessage } from './messages.ts';
import { findUpcoming } from './model.ts';

interface Props {
  erase: Erase;
  erasing: PrivacyReceipt['erasing'];
  alone?: boolean;
}

/** Says before erasing what is deleted, what remains and why, what must end first, and what the family would lose. */
export function EraseCard({ erase, erasing, alone = false }: Props) {
  const words = alone ? { ...eraseMessages, ...eraseAccountMessages } : eraseMessages;
  const isConfirming = useStore(erase.$isConfirming);
  const staysText = staysMessage(erasing.stays);
  const upcomingItems = findUpcoming(erasing);
  return (
    <section aria-labelledby="erase-title" id="erase">
      <h2 id="erase-title">{words.title}</h2>
      <div className="card privacy-card privacy-erase">
        <p>{words.text}</p>
        <p>
          {staysText.length === 0 ? (
            eraseMessages.nothingStays
          ) : (
            <>
              {eraseMessages.retainedByLaw} <b>{staysText.join(', ')}</b>.
            </>
          )}
        </p>
        {!erasing.may && (
          <p>
            {eraseMessages.notMay} <a href={paths.familyParents}>{eraseMessages.leave}</a>
          </p>
        )}
        {erasing.may && upcomingItems.length > 0 && (
          <div>
            <h3>{eraseMessages.aheadTitle}</h3>
            <ul className="privacy-ahead stack mt-2 gap-2">
              {upcomingItems.map(({ what, count }) => (
                <li key={what}>
                  {aheadMessages[what].text(count)}.{' '}
                  <a href={aheadMessages[what].href}>{aheadMessages[what].link}</a>
                </li>
              ))}
            </ul>
          </div>
        )}
        {erasing.may && upcomingItems.length === 0 && !isConfirming && (
          <div>
            <Button kind="line" small onClick={() => erase.setConfirming(true)}>
              {words.begin}
            </Button>
          </div>
        )}
        {erasing.may && upcomingItems.length === 0 && isConfirming && (
          <EraseConfirm erase={erase} outstanding={erasing.outstanding} />
        )}
      </div>
    </section>
  );
}

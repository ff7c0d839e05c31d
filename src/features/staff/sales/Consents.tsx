import type { ConsentText } from '#contract/orders.ts';
import { useStore } from '@nanostores/react';
import { Checkbox } from '#ui/Checkbox.tsx';
import { useErrorOf } from '#ui/kit/form/Form.tsx';
import type { Purpose } from './draft.ts';
import { consentLabels, deskMessages, faultMessage } from './messages.ts';
import { requiredPurposes, purposes } from './model.ts';
import type { Desk } from './store.ts';

/** Asks the family for its consents. Each text is shown in full, because the answer counts for this version. */
export function Consents({ desk, texts }: { desk: Desk; texts: ReadonlyMap<Purpose, ConsentText> }) {
  const { consents } = useStore(desk.$draft);
  const error = useErrorOf(desk.form, faultMessage);
  return (
    <section className="sheet desk-part" aria-labelledby="desk-agreed">
      <header>
        <h2 id="desk-agreed">{deskMessages.agree}</h2>
      </header>
      <p className="quiet">{deskMessages.agreeHint}</p>
      <div>
        {purposes.map((purpose) => {
          const text = texts.get(purpose);
          if (!text) return null;
          const id = `consents.${purpose}`;
          return (
            <div key={purpose} className="desk-consent">
              <Checkbox
                id={id}
                note={requiredPurposes.includes(purpose) ? deskMessages.needed : deskMessages.optional}
                checked={consents[purpose] === text.version}
                error={error(id)}
                onChange={({ target }) => desk.setConsent(purpose, target.checked ? text.version : undefined)}
              >
                {consentLabels[purpose]}
              </Checkbox>
              <details>
                <summary>
                  {deskMessages.read}
                  <span className="sr-only">: {text.title}</span>
                </summary>
                <b>{text.title}</b>
                <p>{text.body}</p>
                <small>{deskMessages.version(text.version)}</small>
              </details>
            </div>
          );
        })}
      </div>
      <p className="quiet">{deskMessages.afterSale}</p>
    </section>
  );
}

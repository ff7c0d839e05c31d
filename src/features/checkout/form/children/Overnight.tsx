import { useStore } from '@nanostores/react';
import { Fragment, lazy, Suspense } from 'react';
import { Checkbox } from '#ui/Checkbox.tsx';
import { WithNames } from '#ui/WithNames.tsx';
import { nightMessages } from '../../messages.ts';
import { goesTo, nameOf } from '../model.ts';
import { keyOf } from '../../purchase/subject.ts';
import { hasNight } from '#contract/tiers.ts';
import type { Checkout } from '../../store.ts';
import type { Words } from '../../content.ts';

const NightNote = lazy(async () => ({ default: (await import('../../basket-views.ts')).NightNote }));

interface Props {
  checkout: Checkout;
  words: Words;
  whatsapp: string;
}

/** Asks whether a child should stay for EPIC's night in a tent. A coach decides before the camp (spec 2 §2). */
export function Overnight({ checkout, words, whatsapp }: Props) {
  const { form, sale } = checkout;
  const spotCount = useStore(sale.$seated) ?? 1;
  const isBasket = useStore(sale.$isBasket);
  const parts = useStore(sale.$parts).filter(({ tier }) => hasNight(tier));
  const children = useStore(form.$values).children.slice(0, spotCount);
  return (
    <div className="card" role="group" aria-labelledby="overnight-title">
      <h3 id="overnight-title">{words.overnight.heading}</h3>
      {children.map(
        (child, index) =>
          parts.some((part) => goesTo(child, keyOf(part))) && (
            <Fragment key={index}>
              <Checkbox
                id={`overnight-${index}`}
                note="Optional"
                checked={child.overnight === true}
                onChange={({ target }) => form.typeChild(index, { overnight: target.checked })}
              >
                <WithNames text={nightMessages.wish(nameOf(child, index))} names={[child.name.trim()]} />
              </Checkbox>
              {isBasket && (
                <Suspense>
                  <p className="hint">
                    <NightNote checkout={checkout} child={child} />
                  </p>
                </Suspense>
              )}
            </Fragment>
          ),
      )}
      <p className="hint">
        {nightMessages.approval}{' '}
        <a href={whatsapp} target="_blank" rel="noopener">
          Ask now on WhatsApp
        </a>
      </p>
    </div>
  );
}

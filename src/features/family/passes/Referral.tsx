import { useEffect, useState } from 'react';
import type { FamilyReferral } from '#contract/referrals.ts';
import { errorText } from '#api/error-text.ts';
import { readReferral, renewReferralCode } from '#api/family-referral.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { ConfirmButton } from '#ui/ConfirmButton.tsx';
import { Field } from '#ui/Field.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { Notice } from '#ui/Notice.tsx';
import { referralMessages as words } from './referral-messages.ts';

/**
 * The code that the family tells to friends. If it does not load, or if the family may have none, nothing is shown,
 * because nobody came for it.
 */
export default function Referral() {
  const [offer, setOffer] = useState<FamilyReferral['offer']>(null);
  const { busy, outcome, run } = useAction();
  useEffect(
    () => void readReferral().then((answer) => (answer.ok ? setOffer(answer.value.offer) : undefined)),
    [],
  );
  if (offer === null) return null;
  const { code } = offer;
  const renew = () =>
    void run(async () => {
      const answer = await renewReferralCode();
      if (!answer.ok) return { tone: 'bad', text: await errorText(answer.code, {}) };
      setOffer(answer.value.offer);
      return { tone: 'calm', text: code === null ? words.made : words.renewed };
    });
  const copy = (text: string) =>
    void run(() =>
      navigator.clipboard.writeText(text).then(
        () => ({ tone: 'calm', text: words.copied }),
        () => ({ tone: 'bad', text: words.notCopied }),
      ),
    );
  return (
    <section aria-labelledby="referral" className="no-print stack mb-10 gap-3.5">
      <h2 id="referral">{words.title}</h2>
      <p className="quiet">{words.about(offer)}</p>
      {offer.own_booking !== null && <p className="quiet">{words.ownBooking(offer.own_booking)}</p>}
      {offer.without_credit.map((booking) => (
        <p key={booking.id} className="quiet">
          {words.withoutCredit(booking)}
        </p>
      ))}
      {code !== null && (
        <Field
          id="referral-code"
          label={words.codeLabel}
          hint={words.codeHint}
          value={code}
          readOnly
          onFocus={({ target }) => target.select()}
        />
      )}
      {outcome && <Notice tone={outcome.tone}>{outcome.text}</Notice>}
      {code === null ? (
        <div className="row">
          <Button kind="line" small busy={busy} onClick={renew}>
            {words.make}
          </Button>
        </div>
      ) : (
        <div className="row">
          <ButtonLink
            kind="solid"
            small
            href={whatsappLink('', words.invite(code, offer.credit_cents, location.origin))}
            target="_blank"
            rel="noopener"
          >
            {words.whatsapp}
          </ButtonLink>
          <Button
            kind="line"
            small
            busy={busy}
            onClick={() => copy(words.invite(code, offer.credit_cents, location.origin))}
          >
            {words.copy}
          </Button>
          <ConfirmButton
            key={code}
            name={words.renew}
            means={words.renewMeans}
            yes={words.renewYes}
            no={words.renewNo}
            busy={busy}
            onYes={renew}
          />
        </div>
      )}
    </section>
  );
}

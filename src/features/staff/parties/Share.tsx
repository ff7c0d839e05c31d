import { renderSVG } from 'uqr';
import { useState } from 'react';
import type { PartyDetails } from '#contract/management-parties.ts';
import { whatsappLink } from '#domain/whatsapp.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { shareMessages } from './messages.ts';
import { linkOf } from './model.ts';

/** The link contains the party's code. Staff copy it, send it by WhatsApp or save it as a picture. */
export function Share({ details: { party, code } }: { details: PartyDetails }) {
  const [copyText, setCopyText] = useState('');
  const link = linkOf(code);
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 2 }))}`;
  const { title, host_name, host_phone, starts_at, place, head_count, children, adults } = party;
  return (
    <section className="sheet party-part" aria-labelledby="party-share">
      <h3 id="party-share">{shareMessages.title}</h3>
      <p className="quiet">{shareMessages.text}</p>
      <Field
        id="party-link"
        label={shareMessages.link}
        value={link}
        readOnly
        onFocus={({ target }) => target.select()}
      />
      <div className="row">
        <Button
          kind="solid"
          small
          onClick={() =>
            void navigator.clipboard.writeText(link).then(
              () => setCopyText(shareMessages.copied),
              () => setCopyText(shareMessages.notCopied),
            )
          }
        >
          {shareMessages.copy}
        </Button>
        <ButtonLink
          kind="line"
          small
          href={whatsappLink('', shareMessages.invite(title, starts_at, place, link))}
          target="_blank"
          rel="noopener"
        >
          {shareMessages.whatsapp}
        </ButtonLink>
        {host_phone !== null && (
          <ButtonLink
            kind="line"
            small
            href={whatsappLink(
              host_phone,
              shareMessages.toHost(host_name, children + adults, head_count, link),
            )}
            target="_blank"
            rel="noopener"
          >
            {shareMessages.whatsappHost(host_name)}
          </ButtonLink>
        )}
      </div>
      <p className="quiet" role="status">
        {copyText}
      </p>
      <details className="party-code">
        <summary>{shareMessages.code}</summary>
        <img src={picture} width="220" height="220" alt={shareMessages.codeAlt(title)} />
        <a href={picture} download="invitation.svg">
          {shareMessages.save}
        </a>
      </details>
    </section>
  );
}

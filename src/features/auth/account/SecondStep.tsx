import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { withLoadError } from '#browser/load-error.ts';
import { env } from '#config/env.ts';
import { formatDate, today } from '#domain/dates.ts';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { shield } from '#ui/icons.ts';
import { ConfirmActions } from '#ui/ConfirmActions.tsx';
import { Notice } from '#ui/Notice.tsx';
import { CodeField } from '../CodeField.tsx';
import type { Device, Enrolment } from '../factor/factors.ts';
import { errorFor, readTyped } from '../Form.tsx';
import { Section } from './Section.tsx';
import { createDevices } from './security.ts';
import { accountMessages } from './messages.ts';

const words = accountMessages.factor;
const TextSetup = lazy(withLoadError(() => import('../factor/TextSetup.tsx')));
const TextMessageOffer = lazy(withLoadError(() => import('../factor/TextMessageOffer.tsx')));

export function SecondStep({ isStaff, next }: { isStaff: boolean; next: string | null }) {
  const [store] = useState(createDevices);
  const devices = useStore(store.$devices);
  const enrolment = useStore(store.$enrolment);
  const busy = useStore(store.$busy);
  const problem = useStore(store.$problem);
  useEffect(() => void store.open(), [store]);
  const isText = useStore(store.$isText);
  const count = devices?.length ?? 0;
  if (isText)
    return (
      <Suspense>
        <TextSetup
          title={words.title}
          devices={devices ?? []}
          onDone={() => store.endTextSetup()}
          onGiveUp={() => void store.endTextSetup()}
        />
      </Suspense>
    );
  return (
    <Section
      title={words.title}
      problem={problem}
      onSubmit={(form) => void store.finish(readTyped(form, 'code'))}
    >
      {count === 0 && <p>{words.why}</p>}
      {count === 0 && isStaff && devices && (
        <Notice tone="warn">{next === null ? words.forStaff : words.needed}</Notice>
      )}
      {count > 0 && (
        <>
          <Notice>{words.factorOn}</Notice>
          {next !== null && <ButtonLink href={next}>{words.goOn}</ButtonLink>}
          <ul className="auth-devices stack list">
            {devices?.map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                busy={busy}
                onRemove={(id) => void store.remove(id)}
              />
            ))}
          </ul>
        </>
      )}
      {count === 1 && !enrolment && <p className="hint">{words.one}</p>}
      {enrolment ? (
        <>
          <NewDevice enrolment={enrolment} />
          <CodeField label={words.code} error={errorFor(problem, 'code')} />
          <div className="row">
            <Button type="submit" busy={busy}>
              {words.finish}
            </Button>
            <Button kind="line" onClick={() => store.cancel()}>
              {words.cancel}
            </Button>
          </div>
        </>
      ) : (
        <div className="stack">
          <Button kind={count === 0 ? 'solid' : 'line'} busy={busy} onClick={() => void store.begin()}>
            {!busy && <Icon path={shield} />}
            {count === 0 ? words.begin : words.another}
          </Button>
          {env().PUBLIC_PHONE_FACTOR === '1' && (
            <Suspense>
              <TextMessageOffer
                busy={busy}
                isFirst={count === 0}
                onChoose={() => void store.beginTextSetup()}
              />
            </Suspense>
          )}
        </div>
      )}
    </Section>
  );
}

function NewDevice({ enrolment: { qr, secret, uri } }: { enrolment: Enrolment }) {
  const [isCopied, setIsCopied] = useState(false);
  // If the browser refuses to copy, the user can still select the key.
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setIsCopied(true),
      () => undefined,
    );
  return (
    <>
      <p>{words.scan}</p>
      <img className="auth-qr" src={qr} width="200" height="200" alt={words.qr} />
      <p className="auth-secret">
        <span>{words.key}</span> <code translate="no">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <div className="row">
        <Button kind="line" small onClick={() => void copy()}>
          {isCopied ? words.copied : words.copy}
        </Button>
        <ButtonLink kind="line" small href={uri}>
          {words.open}
        </ButtonLink>
      </div>
      <span className="sr-only" role="status">
        {isCopied ? words.copied : ''}
      </span>
      <Notice tone="warn">{words.keep}</Notice>
    </>
  );
}

function DeviceRow({
  device: { id, name, since },
  busy,
  onRemove,
}: {
  device: Device;
  busy: boolean;
  onRemove: (id: string) => void;
}) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <li>
      <p>
        <b>{name}</b> <small>{words.addedOn(formatDate(today(new Date(since))))}</small>
      </p>
      {isConfirming ? (
        <div className="auth-sure">
          <p>{words.removeWarning}</p>
          <ConfirmActions
            small
            keep={words.no}
            onKeep={() => setConfirming(false)}
            act={words.yes}
            onAct={() => onRemove(id)}
            busy={busy}
          />
        </div>
      ) : (
        <button
          type="button"
          className="text-button"
          aria-label={words.removeName(name)}
          onClick={() => setConfirming(true)}
        >
          {words.remove}
        </button>
      )}
    </li>
  );
}

import { useStore } from '@nanostores/react';
import { Button } from '#ui/Button.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { CodeField } from '../CodeField.tsx';
import { errorFor } from '../Form.tsx';
import { factorMessages } from '../messages.ts';
import type { Challenge } from './challenge.ts';
import { textMessages } from './messages.ts';

interface Props {
  challenge: Challenge;
  action: string;
  /** The ids of the texts that explain this step to a screen reader. */
  step: string;
}

/** Asks for the code of a second factor. If the user has several devices, it also asks which one they use. */
export function FactorFields({ challenge, action, step }: Props) {
  const busy = useStore(challenge.$busy);
  const problem = useStore(challenge.$problem);
  const devices = useStore(challenge.$devices);
  const device = useStore(challenge.$device);
  const sent = useStore(challenge.$sent);
  const isReady = useStore(challenge.$isReady);
  const isText = device?.kind === 'text';
  if (!isReady) return <Spinner>Loading...</Spinner>;
  return (
    <>
      {devices.length > 1 && (
        <div className="field">
          <label htmlFor="device">{factorMessages.device}</label>
          <select
            id="device"
            className="input"
            value={device?.id}
            onChange={(event) => challenge.choose(event.target.value)}
          >
            {devices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      {isText && devices.length === 1 && <p>{device.name}</p>}
      {isText && (
        <p className="hint" role="status">
          {sent === null ? '' : textMessages.sent}
        </p>
      )}
      {isText && sent === null ? (
        <Button kind="solid" wide busy={busy} onClick={() => void challenge.send()}>
          {textMessages.send}
        </Button>
      ) : (
        <>
          <CodeField
            key={device?.id}
            describedBy={step}
            label={isText ? textMessages.codeLabel : factorMessages.codeLabel}
            error={errorFor(problem, 'code')}
          />
          <Button type="submit" kind="solid" wide busy={busy}>
            {action}
          </Button>
        </>
      )}
      {isText && sent !== null && (
        <Button kind="line" small busy={busy} onClick={() => void challenge.send()}>
          {textMessages.again}
        </Button>
      )}
    </>
  );
}

import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { FieldError } from '#ui/Field.tsx';
import { messages, errorText } from '../messages.ts';
import { signInFor } from '../problem.ts';
import type { Checkout } from '../store.ts';

export function Code({ checkout, label }: { checkout: Checkout; label: string }) {
  const { changes } = checkout;
  const order = useStore(checkout.sale.$order);
  const fault = useStore(changes.$codeFault);
  const isChanging = useStore(changes.$changing);
  const [typedCode, setTypedCode] = useState('');
  if (!order || (order.code !== null && !fault)) return null;
  const signIn = fault && signInFor(fault.code, location);
  const { title, text } = errorText(fault?.code ?? 'unexpected', fault?.cents);
  return (
    <form
      className="checkout-code"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void changes.applyCode(typedCode);
      }}
    >
      <div className={fault ? 'field bad' : 'field'}>
        <label htmlFor="code">{label}</label>
        <div className="code-row">
          <input
            id="code"
            className="input"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            value={typedCode}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? 'code-error' : undefined}
            onChange={(event) => {
              setTypedCode(event.target.value);
              changes.$codeFault.set(null);
            }}
          />
          <Button kind="line" small type="submit" busy={isChanging}>
            Apply
          </Button>
        </div>
        {fault && (
          <FieldError id="code-error">
            {/* The sentence must be a single element. Otherwise the grid of the error line would give the link a
                column of its own. */}
            <span>
              {title}. {text} {signIn && <a href={signIn}>{messages.signIn}</a>}
            </span>
          </FieldError>
        )}
      </div>
    </form>
  );
}

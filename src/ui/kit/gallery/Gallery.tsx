import { useState } from 'react';
import { ActionPart, ConfirmPart } from './actions.tsx';
import { FormPart } from './forms.tsx';
import { ListPart, SelectionPart } from './lists.tsx';
import { ButtonPart, FieldPart, NoticePart, StatePart } from './parts.tsx';

const themes = ['system', 'light', 'dark'] as const;

export function Gallery() {
  const [theme, setTheme] = useState<string>('system');
  return (
    <>
      <header className="gallery-head">
        <div>
          <h1>Gallery</h1>
          <p className="quiet">
            The parts of every screen in all their states. docs/kit.md says how to use them.
          </p>
        </div>
        <div className="chips" role="group" aria-label="Theme">
          {themes.map((name) => (
            <label key={name} className="chip">
              <input
                type="radio"
                name="theme"
                checked={name === theme}
                onChange={() => {
                  document.documentElement.dataset['theme'] = name;
                  setTheme(name);
                }}
              />
              {name}
            </label>
          ))}
        </div>
      </header>
      <ButtonPart />
      <FieldPart />
      <NoticePart />
      <StatePart />
      <ConfirmPart />
      <ActionPart />
      <FormPart />
      <ListPart />
      <SelectionPart />
    </>
  );
}

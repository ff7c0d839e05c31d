import { storageKeys } from '#config/paths.ts';
import { writeText } from '#browser/text-storage.ts';
import { PageElement } from '#ui/page-element.ts';
import { nextTheme } from './theme.ts';

/** The script in the head has already applied the saved theme (spec 1 §2). */
export class ThemeSwitch extends PageElement {
  #theme = document.documentElement.dataset['theme'];

  protected override start(signal: AbortSignal): void {
    this.addEventListener('click', () => this.#choose(), { signal });
    this.#say();
  }

  #choose(): void {
    this.#theme = nextTheme(this.#theme);
    document.documentElement.dataset['theme'] = this.#theme;
    this.#say();
    writeText(storageKeys.theme, this.#theme);
  }

  #say(): void {
    this.querySelector('button')?.setAttribute('aria-label', `Theme: ${this.#theme}`);
  }
}

customElements.define('theme-switch', ThemeSwitch);

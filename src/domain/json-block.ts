/** Returns JSON for a `<script type="application/json">`, escaped so that no text can end the element. */
export const toJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The actions that a campaign popup's button may have. Other actions need a form or a second panel. */
const actions = ['link', 'booking', 'whatsapp', 'community', 'close'];

export const campaignButtonProblem = (button: { action?: string } | undefined): string | null =>
  button?.action === undefined || actions.includes(button.action)
    ? null
    : 'A campaign popup’s button opens a page, the weekend classes, WhatsApp or the community group, or closes the popup.';

import { campaignOf, type HeightMessage, MESSAGE, withCampaign } from './model.ts';

/**
 * Runs in a page that a partner shows in a frame. It sends the height of the page, which is no secret, to whatever
 * page has the frame, and names the campaign in links that are pressed. It listens to no message.
 */
export function startFrame(main: HTMLElement): void {
  const campaign = campaignOf(new URLSearchParams(location.search).get('campaign'));
  const nameCampaign = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.href) link.href = withCampaign(link.href, campaign, location.origin);
  };
  for (const press of ['click', 'auxclick']) addEventListener(press, nameCampaign, { capture: true });
  if (parent === window) return;
  const sendHeight = () => {
    const message: HeightMessage = { type: MESSAGE, height: Math.ceil(main.getBoundingClientRect().height) };
    parent.postMessage(message, '*');
  };
  new ResizeObserver(sendHeight).observe(main);
}

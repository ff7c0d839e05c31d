// Counts down to the session's expiry and then reloads, which shows the expired page.
for (const timer of document.querySelectorAll('[data-left-ms]')) {
  const leftMs = Number(timer.getAttribute('data-left-ms'));
  const end = performance.now() + leftMs;
  const show = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const parts = hours > 0 ? [hours, minutes, seconds] : [minutes, seconds];
    timer.textContent = `(${parts.map((part) => String(part).padStart(2, '0')).join(':')} left)`;
    if (left === 0) location.reload();
    else setTimeout(show, 1000 - (performance.now() % 1000));
  };
  show();
}

-- No family can accept an offer during maintenance. So open offers are extended by its length (docs/decisions "Stopping
-- sales").

create function private.note_maintenance()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.maintenance_since := case when new.maintenance then clock_timestamp() end;
  return new;
end;
$$;
comment on function private.note_maintenance() is 'Trigger on settings: notes when maintenance began.';
create trigger note_maintenance before update of maintenance on public.settings
  for each row when (old.maintenance is distinct from new.maintenance) execute function private.note_maintenance();

create function private.extend_offers()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_offer public.waitlist_offers;
begin
  for v_offer in
    update public.waitlist_offers o
    set expires_at = greatest(o.expires_at, least(
      o.expires_at + (v_now - old.maintenance_since),
      b.starts_at - private.calendar_shift() - make_interval(mins => new.waitlist_ends_before_minutes)))
    from (select id, starts_at from public.sessions union all select id, starts_at from public.camp_weeks) b
    where b.id = coalesce(o.session_id, o.camp_id) and o.status = 'open' and o.expires_at > old.maintenance_since
    returning o.*
  loop
    if v_offer.expires_at > v_now then
      perform private.notify_of_offer(e, v_offer) from public.waitlist_entries e where e.id = v_offer.entry_id;
    end if;
  end loop;
  return null;
end;
$$;
comment on function private.extend_offers() is
  'Trigger on settings: extends open offers by the length of the maintenance, at most to the usual time before the '
  'start, with a mail. Definer: the outbox is written by functions only.';
create trigger extend_offers after update of maintenance on public.settings
  for each row when (old.maintenance and not new.maintenance) execute function private.extend_offers();

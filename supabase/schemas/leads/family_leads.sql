-- Anybody can type any address, so leads are exported with a family but deleted only at their own auto_delete_at.

create function private.export_family_leads(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object('leads', (
    select coalesce(jsonb_agg(to_jsonb(l) - '{token,search_text}'::text[] || jsonb_build_object('spot_reservation', to_jsonb(r) - 'lead_id',
      'notes_of_staff', (select coalesce(jsonb_agg(to_jsonb(n) - 'lead_id' order by n.created_at, n.id), '[]')
        from public.lead_notes n where n.lead_id = l.id))
      order by l.created_at, l.id), '[]')
    from public.leads l left join public.spot_reservations r on r.lead_id = l.id where l.email = any (p_emails)));
end;
$$;
comment on function private.export_family_leads(uuid, text[], text[]) is
  'Returns leads from a verified address of the family, with the spot they reserved and the notes by staff.';

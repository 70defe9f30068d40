import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import type { AdminRadioStation } from '../../../../src/contract/radio.ts';
import { CallError, urlOf } from '../../../api/client.ts';
import { StationPreview } from '../../../components/StationPreview.tsx';
import { mutate } from '../../../state/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import styles from './StationDialog.module.css';
import { newStation, type StationErrors, stationErrors, type StationForm, stationLimits } from './stations.ts';

/** Adds a station, or changes the given one. */
export function StationDialog({ station, onClose }: { station: AdminRadioStation | undefined; onClose: () => void }) {
  const [form, setForm] = useState<StationForm>(() => {
    const { name, genre, upstreamUrl, isActive } = station ?? newStation;
    return { name, genre, upstreamUrl, isActive };
  });
  const [errors, setErrors] = useState<StationErrors>({});
  /** The address that is being tried. */
  const [triedUrl, setTriedUrl] = useState<string>();

  const [save, saving] = useAction(
    'Erro ao salvar rádio',
    async () => {
      const body = { ...form, upstreamUrl: form.upstreamUrl.trim() };
      const options = { invalidates: ['GET /api/admin/radio-stations', 'GET /api/radio-stations'] } as const;
      if (station) await mutate('PATCH /api/admin/radio-stations/:id', { params: { id: station.id }, body }, options);
      else await mutate('POST /api/admin/radio-stations', { body }, options);
      toast({ title: station ? 'Rádio atualizada' : 'Rádio adicionada', description: form.name.trim() });
      onClose();
    },
    (error) => {
      if (!(error instanceof CallError) || Object.keys(error.fields).length === 0) return false;
      setErrors(error.fields);
      return true;
    },
  );

  function submit(): void {
    const found = stationErrors(form);
    setErrors(found);
    if (Object.keys(found).length === 0) void save();
  }

  /** As it will be heard: through the server. */
  function startOrStopTrial(): void {
    const { upstreamUrl: error } = stationErrors(form);
    setErrors({ ...errors, upstreamUrl: error });
    setTriedUrl(error || triedUrl ? undefined : form.upstreamUrl.trim());
  }

  const field = (name: keyof StationErrors) => ({
    value: form[name],
    error: errors[name],
    maxLength: stationLimits[name],
    autoComplete: 'off',
    onChange: (value: string) => {
      setForm({ ...form, [name]: value });
      setErrors({ ...errors, [name]: undefined });
      if (name === 'upstreamUrl') setTriedUrl(undefined);
    },
  });

  return (
    <Dialog
      open
      title={station ? 'Editar rádio' : 'Adicionar rádio'}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="primary" pending={saving} pendingLabel="Salvando...">
            {station ? 'Salvar' : 'Adicionar'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Input label="Nome" {...field('name')} />
        <Input label="Gênero" placeholder="MPB, Notícias, Clássica" {...field('genre')} />
        <Input label="Endereço do áudio" type="url" inputMode="url" spellCheck={false} placeholder="https://" hint="O endereço do áudio MP3 ou AAC, ou de uma lista .m3u ou .pls" {...field('upstreamUrl')} />
        <div>
          <Button size="sm" icon={triedUrl ? <Square aria-hidden="true" /> : <Play aria-hidden="true" />} onClick={startOrStopTrial}>
            {triedUrl ? 'Parar' : 'Testar'}
          </Button>
          {triedUrl && <StationPreview key={triedUrl} name={form.name.trim() || 'rádio'} streamUrl={urlOf('GET /api/admin/radio-stations/trial', { query: { upstreamUrl: triedUrl } })} />}
        </div>
        <Switch label="Ativa" hint="Os clientes só veem e ouvem rádios ativas" checked={form.isActive} onChange={(isActive) => setForm({ ...form, isActive })} />
      </div>
    </Dialog>
  );
}

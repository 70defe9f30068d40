import { useRef, useState } from 'react';
import type { AdminRadioStation } from '../../../../../src/contract/radio.ts';
import { CallError } from '../../../../api/client.ts';
import { mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useDialogForm } from '../../../../state/form/use-dialog-form.ts';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../../ui/form/Input.tsx';
import { Switch } from '../../../../ui/form/Switch.tsx';
import { StationTrial } from './StationTrial.tsx';
import { isListenedTo, newStation, stationErrors, type StationForm, stationLimits } from './stations.ts';

/** Adds a station, or changes the given one. The server listens to a new address before it saves it. */
export function StationDialog({ station, onClose }: { station: AdminRadioStation | undefined; onClose: () => void }) {
  /** The address that is being tried. */
  const [triedUrl, setTriedUrl] = useState<string>();
  /** The address that only did not play when it was to be saved. */
  const [unheardUrl, setUnheardUrl] = useState<string>();
  /** It is saved all the same. */
  const unheard = useRef(false);
  const { name, genre, upstreamUrl, isActive } = station ?? newStation;
  const { values, set, setError, submit, saving, field, dialog } = useDialogForm<StationForm>(
    { name, genre, upstreamUrl, isActive },
    {
      errorTitle: 'Erro ao salvar rádio',
      onClose,
      check: stationErrors,
      async save(form) {
        const body = { ...form, upstreamUrl: form.upstreamUrl.trim(), ...(unheard.current ? { unheard: true } : {}) };
        unheard.current = false;
        setTriedUrl(undefined);
        try {
          await send(body);
        } catch (error) {
          if (error instanceof CallError && error.code === 'unheard_station') setUnheardUrl(form.upstreamUrl);
          throw error;
        }
        toast({ title: station ? 'Rádio atualizada' : 'Rádio adicionada', description: form.name.trim() });
      },
    },
  );

  async function send(body: StationForm & { unheard?: boolean }): Promise<void> {
    if (station) await mutate('PATCH /api/admin/radio-stations/:id', { params: { id: station.id }, body });
    else await mutate('POST /api/admin/radio-stations', { body });
  }

  /** Plays the station as screens will: through the server. */
  function startOrStopTrial(): void {
    const { upstreamUrl: error } = stationErrors(values);
    setError('upstreamUrl', error);
    setTriedUrl(error || triedUrl ? undefined : values.upstreamUrl.trim());
  }

  function saveAnyway(): void {
    unheard.current = true;
    void submit();
  }

  const text = (name: keyof typeof stationLimits) => ({
    ...field(name),
    maxLength: stationLimits[name],
    autoComplete: 'off',
  });

  return (
    <FormDialog
      {...dialog}
      title={station ? 'Editar rádio' : 'Adicionar rádio'}
      action={station ? 'Salvar' : 'Adicionar'}
      pendingLabel={isListenedTo(values, station) && unheardUrl === undefined ? 'Ouvindo a estação...' : undefined}
    >
      <Input label="Nome" {...text('name')} />
      <Input label="Gênero" placeholder="MPB, Notícias, Clássica" {...text('genre')} />
      <Input
        label="Endereço do áudio"
        type="url"
        inputMode="url"
        spellCheck={false}
        placeholder="https://"
        hint="O endereço do áudio MP3, AAC ou Ogg, ou de uma lista .m3u ou .pls"
        {...text('upstreamUrl')}
        onChange={(address) => {
          set({ upstreamUrl: address });
          setTriedUrl(undefined);
          setUnheardUrl(undefined);
        }}
      />
      <StationTrial
        name={values.name.trim() || 'rádio'}
        triedUrl={triedUrl}
        onStartOrStop={startOrStopTrial}
        onSaveAnyway={unheardUrl === values.upstreamUrl && !saving ? saveAnyway : undefined}
      />
      <Switch
        label="Ativa"
        hint="Os clientes só veem e ouvem rádios ativas"
        checked={values.isActive}
        onChange={(active) => set({ isActive: active })}
      />
    </FormDialog>
  );
}

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
import { isStreamChecked, newStation, stationErrors, type StationForm, stationLimits } from './stations.ts';

/** Adds or changes a station. The server saves an active station with a new address only after the address has played. */
export function StationDialog({ station, onClose }: { station: AdminRadioStation | undefined; onClose: () => void }) {
  /** The address that is playing as a test. */
  const [testedUrl, setTestedUrl] = useState<string>();
  /** The address from which the server received no sound. The user may still save it. */
  const [silentUrl, setSilentUrl] = useState<string>();
  /** True if the next save was requested with 'Salvar mesmo assim': the server then does not check the address. */
  const isForced = useRef(false);
  const { name, genre, upstreamUrl, isActive } = station ?? newStation;
  const { values, set, setError, submit, saving, field, dialog } = useDialogForm<StationForm>(
    { name, genre, upstreamUrl, isActive },
    {
      errorTitle: 'Erro ao salvar rádio',
      onClose,
      check: stationErrors,
      async save(form) {
        const body = { ...form, upstreamUrl: form.upstreamUrl.trim(), ...(isForced.current ? { unheard: true } : {}) };
        isForced.current = false;
        setTestedUrl(undefined);
        try {
          await send(body);
        } catch (error) {
          if (error instanceof CallError && error.code === 'unheard_station') setSilentUrl(form.upstreamUrl);
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

  /** Starts to play the typed address through the server, as on the screens, or stops it. */
  function startOrStopTest(): void {
    const { upstreamUrl: error } = stationErrors(values);
    setError('upstreamUrl', error);
    setTestedUrl(error || testedUrl ? undefined : values.upstreamUrl.trim());
  }

  function saveAnyway(): void {
    isForced.current = true;
    void submit();
  }

  const textField = (name: keyof typeof stationLimits) => ({
    ...field(name),
    maxLength: stationLimits[name],
    autoComplete: 'off',
  });

  return (
    <FormDialog
      {...dialog}
      title={station ? 'Editar rádio' : 'Adicionar rádio'}
      action={station ? 'Salvar' : 'Adicionar'}
      pendingLabel={isStreamChecked(values, station) && silentUrl === undefined ? 'Ouvindo a estação...' : undefined}
    >
      <Input label="Nome" {...textField('name')} />
      <Input label="Gênero" placeholder="MPB, Notícias, Clássica" {...textField('genre')} />
      <Input
        label="Endereço do áudio"
        type="url"
        inputMode="url"
        spellCheck={false}
        placeholder="https://"
        hint="O endereço do áudio MP3, AAC ou Ogg, ou de uma lista .m3u ou .pls"
        {...textField('upstreamUrl')}
        onChange={(address) => {
          set({ upstreamUrl: address });
          setTestedUrl(undefined);
          setSilentUrl(undefined);
        }}
      />
      <StationTrial
        name={values.name.trim() || 'rádio'}
        testedUrl={testedUrl}
        onStartOrStop={startOrStopTest}
        onSaveAnyway={silentUrl === values.upstreamUrl && !saving ? saveAnyway : undefined}
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

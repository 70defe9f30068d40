/** The changelog that managers see after an update: newest release first, in Portuguese, visible changes only. */

export interface Release {
  /** Version as in package.json. */
  version: string;
  /** Local date of the release. The newest date is also in package.json. */
  date: string;
  changes: readonly string[];
}

export const changelog: readonly Release[] = [
  {
    version: '0.2.0',
    date: '2026-11-26',
    changes: [
      'Parear uma TV pelo celular, com o código que ela mostra.',
      'Chamar pacientes por serviço e sala, com voz, fila, mesa do médico, senha impressa e as últimas chamadas na tela.',
      'Programação por dia e horário, com feriados e horário de funcionamento.',
      'Som próprio: trilhas com as suas músicas no lugar da rádio, na clínica ou em cada tela, e horários sem música.',
      'Equipe: cada pessoa com seu próprio acesso, e verificação em duas etapas; voltar a um backup pelo Studio.',
      'Ajustes da tela: volume, horas de silêncio, brilho no escuro e TV na vertical.',
      'Cartazes e PDF no Studio; importar pastas, ZIP, Xibo, piSignage ou Anthias; relatório do que cada TV exibiu.',
      'Aviso urgente em todas as telas ou nas escolhidas, com a confirmação de cada uma.',
    ],
  },
  {
    version: '0.1.0',
    date: '2026-11-22',
    changes: [
      'Avisos também por webhook (ntfy, Telegram e outros): Configurações, Email.',
      'Trocar o arquivo de um conteúdo sem tirá-lo das playlists.',
      'Logotipo próprio de cada conta nas telas.',
    ],
  },
];

/** Compares two versions. Returns a number above 0 if the first version is newer. */
export const compareVersions = new Intl.Collator('en', { numeric: true }).compare;

/** Returns the changes of all releases after the version `seen`, or none if `seen` is null (first visit). */
export function changesSince(seen: string | null, releases: readonly Release[] = changelog): string[] {
  if (seen === null) return [];
  return releases.filter(({ version }) => compareVersions(version, seen) > 0).flatMap(({ changes }) => changes);
}

export const newestVersion = changelog[0]?.version ?? '0.0.0';

/** Gives a clinic six screens, an urgent notice that four of them show, and 24 notices that have ended. */
import type { Clock } from '../../src/platform/clock.ts';
import type { Customer, Screen, TestApp } from '../../src/testing/app.ts';
import type { Client } from '../../src/testing/client.ts';

/** Screens are offline 45 s after their last heartbeat. */
const heartbeatMs = 10_000;
const dayMs = 86_400_000;

const endedNotices = [
  ['power', 'Estamos sem energia. Aguardem sentados: o atendimento volta assim que possível.'],
  [
    'delay',
    'A dra. Helena está em uma urgência e atrasa 40 minutos. Pedimos desculpas: remarque sem custo na recepção.',
  ],
  ['system', 'O sistema está fora do ar. O atendimento continua, mais devagar. Obrigado pela paciência.'],
  ['free', 'Quem deixou um Gol prata, placa BRA2E19, na entrada das ambulâncias: por favor, retire-o agora.'],
] as const;

export async function openUrgentClinic(
  app: TestApp<Clock>,
  clinic: Customer,
): Promise<{ client: Client; stop: () => void }> {
  const { user } = clinic;
  const quotas = await app.admin.call('GET /api/admin/users/:id/quotas', { params: { id: user.id } });
  await app.admin.call('PUT /api/admin/users/:id/quotas', {
    params: { id: user.id },
    body: { ...quotas, maxPlayers: 10 },
  });
  const screens: Screen[] = [];
  for (const name of ['Recepção 1', 'Recepção 2', 'Corredor', 'Coleta', 'Pediatria', 'Raio X']) {
    const screen = await app.screen(clinic);
    await clinic.call('PATCH /api/my-players/:id/rename', { params: { id: screen.playerId }, body: { name } });
    screens.push(screen);
  }
  const [offline, unacknowledged] = [screens[1], screens[4]];
  const online = screens.filter((screen) => screen !== offline);
  const sendHeartbeats = () =>
    Promise.all(
      online.map((screen) =>
        screen.call('POST /api/player/heartbeat', { body: { token: screen.token, playerId: screen.playerId } }),
      ),
    );
  await sendHeartbeats();
  const timer = setInterval(() => void sendHeartbeats().catch(() => undefined), heartbeatMs);

  const sendReceipts = async (id: number, senders: readonly Screen[]) => {
    for (const screen of senders)
      await screen.call('POST /api/player/urgent/:id/shown', {
        params: { id },
        body: { hadSound: screen.playerId % 2 === 0 },
      });
  };
  for (let number = 0; number < 24; number += 1) {
    const [preset, text] = endedNotices[number % endedNotices.length] ?? endedNotices[0];
    const { id } = await clinic.call('POST /api/urgent', { body: { preset, text, minutes: 30, isForAll: true } });
    await sendReceipts(id, number % 3 === 0 ? online : screens);
    await clinic.call('POST /api/urgent/:id/end', { params: { id } });
    const ageMs = (24 - number) * dayMs;
    app.parts.database.exec(`
      UPDATE urgent_notices SET created_at = created_at - ${ageMs}, ends_at = ends_at - ${ageMs}, ended_at = ended_at - ${ageMs} WHERE id = ${id};
      UPDATE urgent_screens SET shown_at = shown_at - ${ageMs} WHERE notice_id = ${id}`);
  }
  const { id } = await clinic.call('POST /api/urgent', {
    body: {
      preset: 'evacuation',
      text: 'Por favor, saiam do prédio agora, com calma, pela saída mais próxima. Não usem os elevadores.',
      ...{ minutes: 120, isForAll: true },
    },
  });
  await sendReceipts(
    id,
    online.filter((screen) => screen !== unacknowledged),
  );
  return { client: clinic, stop: () => clearInterval(timer) };
}

import { expect, test } from "@jest/globals";
import { readFile } from "#server/imports/reading/readFile.ts";

const read = (lines: readonly string[]) => readFile(Buffer.from(lines.join("\n"))).outline;
const rolesOf = (lines: readonly string[]) =>
  read(lines)
    .columns.filter(({ role }) => role !== "keep")
    .map(({ name, role }) => `${name}: ${role}`)
    .join(", ");

const GERMAN = [
  "Nr.;Vorgang;Beschreibung;Status;Priorität;Fällig am;Zuständig;Erstellt am;Erstellt von;Projekt;Kategorie;Aufwand (h);Geändert am;Erledigt",
  "1;Poller streichen;Zweimal, in Blau;In Arbeit;Hoch;03.12.2025;Ada Lindner;01.10.2025 09:15;Bo Stein;Hafen;Farbe;3,5;02.10.2025;nein",
  "2;Tau kaufen;;Offen;Mittel;;Bo Stein;02.10.2025 10:00;Bo Stein;Hafen;Einkauf;1,0;02.10.2025;nein",
  "3;Boje verkaufen;An den Meistbietenden;Verkauft;Niedrig;01.11.2025;;03.10.2025 11:30;Ada Lindner;Hafen;;0,5;04.11.2025;ja",
];
const SPANISH = [
  "Identificador,Tarea,Descripción,Estado,Prioridad,Fecha límite,Responsable,Fecha de creación,Creado por,Proyecto,Etiquetas,Estimación,Última modificación,Completado",
  'T-1,Pintar el muelle,"Dos manos, en azul",En curso,Alta,03/12/2025,Ana Ruiz,01/10/2025,Luis Gil,Puerto,pintura,3,02/10/2025,No',
  "T-2,Comprar cuerda,,Pendiente,Media,,Luis Gil,02/10/2025,Luis Gil,Puerto,compras,1,02/10/2025,No",
  "T-3,Vender la boya,Al mejor postor,Hecho,Baja,01/11/2025,,03/10/2025,Ana Ruiz,Puerto,,1,04/11/2025,Sí",
];

test.each([
  [
    "German",
    GERMAN,
    "Vorgang: title, Beschreibung: description, Status: list, Priorität: priority, Fällig am: due, Zuständig: assignee, Erstellt am: created, Projekt: board, Kategorie: labels, Erledigt: done",
  ],
  [
    "Spanish",
    SPANISH,
    "Tarea: title, Descripción: description, Estado: list, Prioridad: priority, Fecha límite: due, Responsable: assignee, Fecha de creación: created, Proyecto: board, Etiquetas: labels, Completado: done",
  ],
  [
    "Chinese",
    [
      "编号,任务名称,描述,状态,优先级,截止日期,负责人",
      "1,刷码头,两遍蓝色,进行中,高,2025年12月3日,王芳",
    ],
    "任务名称: title, 描述: description, 状态: list, 优先级: priority, 截止日期: due, 负责人: assignee",
  ],
  [
    "a language that the table of words lacks, by their values",
    [
      "Kode,Isi,Uraian,Tahap,Nilai,Tenggat,Siapa,Mulai",
      "A1,Cat dermaga utara,Dua lapis cat biru sesudah karat dibersihkan,Jalan,High,2025-12-03,Ada Lovelace,2025-10-01",
      "A2,Beli tali baru,Tali nilon dua puluh meter untuk perahu kecil,Tunggu,Low,2025-12-09,Bob Stone,2025-10-02",
      "A3,Jual pelampung tua,Kepada penawar tertinggi di pasar pelabuhan,Jalan,Medium,2025-12-05,Ada Lovelace,2025-10-03",
      "A4,Hitung camar laut,Setiap pagi sebelum kapal pertama datang,Tunggu,High,2025-12-07,Ada Lovelace,2025-10-04",
      "A5,Perbaiki derek besar,Kabelnya aus dan kaitnya bengkok,Jalan,Low,2025-12-08,Bob Stone,2025-10-05",
    ],
    "Isi: title, Uraian: description, Tahap: list, Nilai: priority, Tenggat: due, Siapa: assignee, Mulai: created",
  ],
  [
    "English with tabs, where other columns only resemble a field",
    [
      "Task ID\tStart Date\tLast Modified\tName\tParent task\tDue Date\tNotes\tBillable",
      "1\t2025-09-01\t2025-09-02\tBuy rope\tEquip the boat\t2025-09-30\tTen metres\t1",
    ],
    "Name: title, Due Date: due, Notes: description",
  ],
])("columns get their roles: %s", (_language, lines, roles) => {
  expect(rolesOf(lines)).toBe(roles);
});

test("dates such as 03/12/2025 have the order of the table's language, unless a day tells it", () => {
  expect(read(SPANISH).dates).toBe("dmy");
  expect(read(["Title,Due", "Buy rope,03/12/2025"]).dates).toBe("mdy");
  expect(read(["Título,Fecha límite", "Comprar cuerda,12/31/2025"]).dates).toBe("mdy");
});

test("lines above the names of the columns are left out with a remark", () => {
  for (const above of [
    ["Aufgabenliste; Hafen", "Exportiert am 20.11.2025"],
    [";;;;;;;;;;;;;", "Aufgabenliste;;;;;;;;;;;;;"],
  ]) {
    const { columns, notes, lists } = read([...above, ...GERMAN]);
    expect(columns).toHaveLength(14);
    expect(columns[1]).toMatchObject({
      name: "Vorgang",
      samples: expect.arrayContaining(["Tau kaufen"]),
    });
    expect(lists.map(({ name, count }) => [name, count])).toEqual([
      ["In Arbeit", 1],
      ["Offen", 1],
      ["Closed tasks", 1],
    ]);
    expect(notes).toEqual([expect.stringMatching(/^Lines above the names .*Aufgabenliste/)]);
  }
  expect(read(GERMAN).notes).toEqual([]);
});

import { configureStore } from "@reduxjs/toolkit";
import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query/react";
import { DragDropContext, Draggable, Droppable, type DropResult } from "react-beautiful-dnd";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { BrowserRouter, Route, Routes } from "react-router-dom";
import type { Board } from "#contract/board.ts";
import { TASK_STATUSES, type TaskStatus, type TaskSummary } from "#contract/task.ts";

/*
 * The baseline: a minimal board of Taskdeck's own libraries, without sign-in, shell or virtual columns.
 * The difference from it is Taskdeck's own cost.
 */

interface Move {
  id: string;
  status: TaskStatus;
}

const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: "/api/kanban" }),
  endpoints: (build) => ({
    getBoard: build.query<Board, void>({
      query: () => "/board",
      transformResponse: (response: { board: Board }) => response.board,
    }),
    setStatus: build.mutation<unknown, Move>({
      query: ({ id, status }) => ({ url: `/${id}/status`, method: "PATCH", body: { status } }),
      onQueryStarted: ({ id, status }, { dispatch }) => {
        dispatch(
          api.util.updateQueryData("getBoard", undefined, (board) => {
            for (const column of TASK_STATUSES) {
              const index = board[column].findIndex((task) => task.id === id);
              if (index >= 0) board[status].unshift(...board[column].splice(index, 1));
            }
          }),
        );
      },
    }),
  }),
});
const { useGetBoardQuery, useSetStatusMutation } = api;

const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer },
  middleware: (getDefault) => getDefault().concat(api.middleware),
});

function Card({ task, index }: { task: TaskSummary; index: number }) {
  return (
    <Draggable draggableId={task.id} index={index}>
      {({ innerRef, draggableProps, dragHandleProps }) => (
        <article className="card" ref={innerRef} {...draggableProps} {...dragHandleProps}>
          <h3>{task.title}</h3>
          <span>{task.priority}</span>
        </article>
      )}
    </Draggable>
  );
}

function Column({ status, tasks }: { status: TaskStatus; tasks: TaskSummary[] }) {
  return (
    <section className="column">
      <h2>{status}</h2>
      <Droppable droppableId={status}>
        {({ innerRef, droppableProps, placeholder }) => (
          <div className="list" ref={innerRef} {...droppableProps}>
            {tasks.map((task, index) => (
              <Card key={task.id} task={task} index={index} />
            ))}
            {placeholder}
          </div>
        )}
      </Droppable>
    </section>
  );
}

function BoardPage() {
  const { data: board } = useGetBoardQuery();
  const [setStatus] = useSetStatusMutation();
  const onDragEnd = ({ draggableId, source, destination }: DropResult) => {
    if (destination && destination.droppableId !== source.droppableId) {
      void setStatus({ id: draggableId, status: destination.droppableId as TaskStatus });
    }
  };
  if (!board) return null;
  return (
    <DragDropContext onDragEnd={onDragEnd}>
      <main className="board">
        {TASK_STATUSES.map((status) => (
          <Column key={status} status={status} tasks={board[status]} />
        ))}
      </main>
    </DragDropContext>
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <Provider store={store}>
      <BrowserRouter>
        <Routes>
          <Route path="/kanban" element={<BoardPage />} />
        </Routes>
      </BrowserRouter>
    </Provider>,
  );
}

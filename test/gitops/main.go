// Judges objects as the GitOps tools do, with the parts they are made of: `gitops lua <script>` runs a script of Argo CD
// with its interpreter and the libraries that Argo CD opens, `gitops kstatus` computes the status that Flux and helm wait for.
// Reads a JSON array of objects from standard input and writes a JSON array of results.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	lua "github.com/yuin/gopher-lua"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	luajson "layeh.com/gopher-json"
	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	judge, err := judgeOf(args)
	if err != nil {
		return err
	}
	var objects []map[string]any
	if err := json.NewDecoder(os.Stdin).Decode(&objects); err != nil {
		return err
	}
	results := make([]json.RawMessage, 0, len(objects))
	for _, object := range objects {
		result, err := judge(object)
		if err != nil {
			return err
		}
		results = append(results, result)
	}
	return json.NewEncoder(os.Stdout).Encode(results)
}

type judgment func(object map[string]any) (json.RawMessage, error)

func judgeOf(args []string) (judgment, error) {
	switch {
	case len(args) == 2 && args[0] == "lua":
		script, err := os.ReadFile(args[1])
		if err != nil {
			return nil, err
		}
		return func(object map[string]any) (json.RawMessage, error) { return runScript(string(script), object) }, nil
	case len(args) == 1 && args[0] == "kstatus":
		return computeStatus, nil
	}
	return nil, fmt.Errorf("usage: gitops lua <script> | gitops kstatus")
}

func computeStatus(object map[string]any) (json.RawMessage, error) {
	// Whole numbers are what an API server answers; encoding/json reads all as float64.
	var exact unstructured.Unstructured
	text, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	if err := exact.UnmarshalJSON(text); err != nil {
		return nil, err
	}
	result, err := status.Compute(&exact)
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string]string{"status": string(result.Status), "message": result.Message})
}

// What a script may use is what Argo CD gives it (argo-cd: util/lua/lua.go): no string library, no files.
func runScript(script string, object map[string]any) (json.RawMessage, error) {
	state := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer state.Close()
	for name, open := range map[string]lua.LGFunction{
		lua.LoadLibName: lua.OpenPackage,
		lua.BaseLibName: lua.OpenBase,
		lua.TabLibName:  lua.OpenTable,
	} {
		if err := state.CallByParam(lua.P{Fn: state.NewFunction(open), Protect: true}, lua.LString(name)); err != nil {
			return nil, err
		}
	}
	state.PreloadModule(lua.OsLibName, openClock)
	limit, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	state.SetContext(limit)
	state.SetGlobal("obj", luajson.DecodeValue(state, object))
	if err := state.DoString(script); err != nil {
		return nil, err
	}
	return luajson.Encode(state.Get(-1))
}

// openClock is the os library without what reaches the system.
func openClock(state *lua.LState) int {
	lua.OpenOs(state)
	full := state.Get(-1).(*lua.LTable)
	safe := state.NewTable()
	for _, name := range []string{"date", "time"} {
		safe.RawSetString(name, full.RawGetString(name))
	}
	state.SetGlobal(lua.OsLibName, lua.LNil)
	state.Push(safe)
	return 1
}

// player stands in for the Job controller, the scheduler and the kubelet of a cluster without nodes: each new Job gets
// its Pod, and both are over at once, as after a run that succeeded. It costs three requests a Job.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

const workers = 16

type player struct {
	client  kubernetes.Interface
	message string
	mutex   sync.Mutex
	// Total is the number of Jobs that were completed; Held the time from the news of a Job to its end, in all.
	Total int     `json:"jobs"`
	Held  float64 `json:"heldSeconds"`
}

type seen struct {
	job *batch.Job
	at  time.Time
}

func main() {
	namespace := flag.String("namespace", "bench", "namespace of the Jobs")
	message := flag.String("message", "", "termination message of every Pod")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	must(err)
	config.QPS = -1
	config.ContentType = "application/vnd.kubernetes.protobuf"
	client, err := kubernetes.NewForConfig(config)
	must(err)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	p := &player{client: client, message: *message}
	jobs := make(chan seen, 100_000)
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(*namespace))
	informer := factory.Batch().V1().Jobs().Informer()
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(object any) {
		if job := object.(*batch.Job); job.Status.CompletionTime == nil {
			jobs <- seen{job, time.Now()}
		}
	}})
	must(err)
	for range workers {
		go func() {
			for next := range jobs {
				must(p.complete(ctx, next))
			}
		}()
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	fmt.Println("ready")
	<-ctx.Done()
	p.mutex.Lock()
	defer p.mutex.Unlock()
	must(json.NewEncoder(os.Stdout).Encode(p))
}

func (p *player) complete(ctx context.Context, next seen) error {
	job := next.job.DeepCopy()
	pod, err := p.client.CoreV1().Pods(job.Namespace).Create(ctx, podOf(job), meta.CreateOptions{})
	if err != nil {
		return ignoreEnd(ctx, err)
	}
	now := meta.Now()
	end := core.ContainerStateTerminated{Reason: "Completed", Message: p.message, StartedAt: now, FinishedAt: now}
	pod.Status.Phase = core.PodSucceeded
	pod.Status.ContainerStatuses = []core.ContainerStatus{{
		Name:  pod.Spec.Containers[0].Name,
		State: core.ContainerState{Terminated: &end},
	}}
	if _, err := p.client.CoreV1().Pods(job.Namespace).UpdateStatus(ctx, pod, meta.UpdateOptions{}); err != nil {
		return ignoreEnd(ctx, err)
	}
	job.Status = batch.JobStatus{StartTime: &now, CompletionTime: &now, Succeeded: 1}
	for _, condition := range []batch.JobConditionType{batch.JobSuccessCriteriaMet, batch.JobComplete} {
		job.Status.Conditions = append(job.Status.Conditions, batch.JobCondition{
			Type: condition, Status: core.ConditionTrue, Reason: batch.JobReasonCompletionsReached,
			LastProbeTime: now, LastTransitionTime: now,
		})
	}
	if _, err := p.client.BatchV1().Jobs(job.Namespace).UpdateStatus(ctx, job, meta.UpdateOptions{}); err != nil {
		return ignoreEnd(ctx, err)
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.Total++
	p.Held += time.Since(next.at).Seconds()
	return nil
}

func podOf(job *batch.Job) *core.Pod {
	owner := meta.NewControllerRef(job, batch.SchemeGroupVersion.WithKind("Job"))
	return &core.Pod{
		ObjectMeta: meta.ObjectMeta{
			GenerateName:    job.Name + "-",
			Labels:          job.Spec.Template.Labels,
			Annotations:     job.Spec.Template.Annotations,
			OwnerReferences: []meta.OwnerReference{*owner},
		},
		Spec: job.Spec.Template.Spec,
	}
}

// ignoreEnd lets what is on its way go when the program ends.
func ignoreEnd(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
